import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

// 07:30 UTC is 04:30 in São Paulo: nobody is live.
crons.daily("delete old launch receipts", { hourUTC: 7, minuteUTC: 30 }, internal.housekeeping.deleteOldReceipts, {});

// 06:10 UTC is 03:10 in São Paulo, and every month that was over yesterday is over there.
crons.daily("add months of best sellers up", { hourUTC: 6, minuteUTC: 10 }, internal.reports.sumUpMonths, {});

// 08:10 UTC is 05:10 in São Paulo: after a night without anybody most sessions are over.
crons.daily("delete sessions that are over", { hourUTC: 8, minuteUTC: 10 }, internal.housekeeping.sweepSessions, {
  cursor: null,
});

// 07:50 UTC is 04:50 in São Paulo.
crons.daily("delete old jobs", { hourUTC: 7, minuteUTC: 50 }, internal.jobs.sweep, {});

// 07:40 UTC is 04:40 in São Paulo.
crons.daily("delete old notices", { hourUTC: 7, minuteUTC: 40 }, internal.housekeeping.deleteOldNotices, {});

// What of payments is due and was not done at once.
// 08:20 UTC is 05:20 in São Paulo.
crons.daily("delete old messages", { hourUTC: 8, minuteUTC: 20 }, internal.housekeeping.deleteOldMessages, {});

// Messages that wait and that nobody seems to be sending.
crons.interval("go on with messages", { minutes: 1 }, internal.messageSending.sweep, {});

crons.interval("go on with payments", { minutes: 1 }, internal.paymentWork.sweep, {});

// Tokens of connected services that end soon; ways there that nobody came back from.
crons.interval("keep connections alive", { minutes: 10 }, internal.oauth.sweep, {});

// 07:20 UTC is 04:20 in São Paulo.
crons.daily("delete quotes that nothing was chosen of", { hourUTC: 7, minuteUTC: 20 }, internal.quotes.sweep, {});

// What is due at the ERP and was not done at once.
crons.interval("go on with orders for the ERP", { minutes: 1 }, internal.blingWork.sweep, {});

// What of labels is due and was not done at once.
crons.interval("go on with labels", { minutes: 1 }, internal.labelWork.sweep, {});

// 08:10 UTC is 05:10 in São Paulo. Broadcasts and their recipients are kept as long as the log of what was sent.
crons.daily("delete old broadcasts", { hourUTC: 8, minuteUTC: 10 }, internal.broadcasts.sweep, {});

export default crons;
