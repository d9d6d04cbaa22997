import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { refuse } from "../domain/errors";
import { appError } from "./lib/errors";
import { requireEventDate } from "./lib/eventDate";
import { adminQuery, ownerQuery, teamQuery } from "./lib/functions";
import { vAuditAction, vAuditRecordKind, vAuditValues } from "./lib/officeTables";
import { vEventDate } from "./lib/validators";
import { listAudit, listInstallationAudit, toAuditLine, type AuditFilter } from "./model/audit";
import { listMembers } from "./model/team";

const vFilter = {
  actorId: v.optional(v.id("profiles")),
  recordKey: v.optional(v.string()),
  day: v.optional(vEventDate),
};

const vLine = {
  at: v.number(),
  day: vEventDate,
  actorId: v.union(v.null(), v.id("profiles")),
  actorName: v.string(),
  action: vAuditAction,
  record: v.object({ kind: vAuditRecordKind, key: v.string(), label: v.string() }),
  before: vAuditValues,
  after: vAuditValues,
};

/** What an export asks for at a time. */
const MAX_PAGE = 200;

function check<Filter extends AuditFilter>(filter: Filter, { numItems }: { numItems: number }): Filter {
  if (filter.day !== undefined) requireEventDate(filter.day);
  if (numItems > MAX_PAGE) throw appError(refuse("too_many_items", { max: MAX_PAGE }).refusal);
  return filter;
}

/** Owner: who did what in the company, newest first, page by page; the export reads the same pages to the end. */
export const list = ownerQuery({
  args: { ...vFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ _id: v.id("auditLog"), ...vLine })),
  handler: async (ctx, { paginationOpts, ...filter }) => {
    const result = await listAudit(ctx.db, check(filter, paginationOpts), paginationOpts);
    return { ...result, page: result.page.map((row) => ({ ...toAuditLine(row), _id: row._id })) };
  },
});

/** Owner: whom the filter by person offers. Whoever left is found by a line they wrote. */
export const people = teamQuery({
  args: {},
  returns: v.array(v.object({ actorId: v.id("profiles"), actorName: v.string() })),
  handler: async (ctx) => {
    const members = await listMembers(ctx.db, ctx.tenant._id);
    return members.map(({ _id, name }) => ({ actorId: _id, actorName: name }));
  },
});

/** Super admin: what was done that belongs to no company. */
export const installation = adminQuery({
  args: { ...vFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ _id: v.id("installationLog"), ...vLine })),
  handler: async (ctx, { paginationOpts, ...filter }) => {
    const result = await listInstallationAudit(ctx.db, check(filter, paginationOpts), paginationOpts);
    return { ...result, page: result.page.map((row) => ({ ...toAuditLine(row), _id: row._id })) };
  },
});
