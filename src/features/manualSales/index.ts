export { LaunchQueueProvider, useWaitingLaunches } from "./LaunchQueueProvider";
/** The live somebody works on: what other screens begin with. */
export { useWorkingLive } from "./useWorkingLive";
