/**
 * Where convex-test differs and production is followed: those of contract §9.1 and three that came up on the way. All of them, why they are left out, and how. Whatever is not here
 * must be the same. Those with a `proof` are shown to be differences still, so that none stays exempt longer than it has to.
 */
export const DEVIATIONS = [
  { convexTest: "ids end in the table name", how: "compared by slot, or by the order in which they are first seen" },
  { convexTest: "_creationTime steps of 0.001", how: "dropped from documents; order by it is compared" },
  {
    convexTest: "isDone is true on an exactly full last page",
    how: "an empty last page is dropped",
    proof: "full last page",
  },
  {
    convexTest: "order and arithmetic in filters are JavaScript's, $neg is missing",
    how: "filters of programs are eq, neq, not, or; the others: tests/embedded/executor/filters.test.ts",
    proof: "order in filters",
  },
  {
    convexTest: "only the first limit counts and filters always run first",
    how: "programs never limit before they filter; that order: tests/embedded/executor/queryPlan.test.ts",
  },
  { convexTest: "search matches every word by prefix and ignores relevance", how: "no search in programs" },
  {
    convexTest: "records are not validated",
    how: "no records in the schema; tests/embedded/executor/validators.test.ts",
    proof: "records",
  },
  { convexTest: "v.any()-typed tables ignore limits, limits off unless asked", how: "programs stay far within limits" },
  { convexTest: "no crons", how: "no crons in programs; tests/embedded/executor/crons.test.ts" },
  { convexTest: "HTTP only of the app, no mounts; env not isolated", how: "no components and no HTTP in programs" },
  {
    convexTest: "no storage.store or get in mutations, no getMetadata, no signJwt",
    how: "files are stored and read by actions; mutations delete them and ask for addresses",
    proof: "files of mutations",
  },
  {
    convexTest: "the operation behind storage.delete answers {}, not null (§1.5)",
    how: "the library drops the answer; the operation itself is in no program: tests/embedded/executor/rawCalls.test.ts",
    proof: "answer of storageDelete",
  },
  {
    convexTest: "_storage without contentType",
    how: "of files the hash and the size are compared",
    proof: "contentType",
  },
  {
    convexTest: "scheduled failed has no error, success no completedTime",
    how: "of jobs the kind of state is compared",
    proof: "completedTime",
  },
  {
    convexTest: "inProgress is visible outside",
    how: "jobs run one at a time, and none of them looks at jobs",
  },
  {
    convexTest: "cancel overwrites any state",
    how: "programs cancel before time is let pass: what they cancel is pending or canceled",
    proof: "cancel",
  },
  {
    convexTest: "normalizeId knows only its own format",
    how: "not in programs; tests/embedded/storage/ids.test.ts",
    proof: "normalizeId",
  },
  {
    convexTest: "a mutation's result is checked after its writes have been kept",
    how: "in programs no mutation has a bad result; that it undoes the mutation (§2.7) has a test of its own",
    proof: "result after commit",
  },
  {
    convexTest: "data of a ConvexError crosses nested calls unencoded, so int64 in it becomes another error",
    how: "refusals of programs hold neither int64 nor bytes; those do in tests/conformance/clients",
    proof: "int64 in nested refusals",
  },
  { convexTest: "error texts", how: "kinds are compared: ConvexError with data, arguments, result, schema, other" },
] as const satisfies readonly { convexTest: string; how: string; proof?: string }[];

export type Proof = Extract<(typeof DEVIATIONS)[number], { proof: string }>["proof"];
