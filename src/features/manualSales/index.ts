export { LaunchQueueProvider, useWaitingLaunches } from "./LaunchQueueProvider";
