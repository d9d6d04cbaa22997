import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

// 07:30 UTC is 04:30 in São Paulo: nobody is live.
crons.daily("delete old launch receipts", { hourUTC: 7, minuteUTC: 30 }, internal.housekeeping.deleteOldReceipts, {});

export default crons;
