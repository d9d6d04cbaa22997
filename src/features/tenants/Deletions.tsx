import { Heading } from "@radix-ui/themes";
import { formatInstant } from "../../lib/ago";
import { texts } from "./texts";
import { useDeletions } from "./useTenants";

/** What became of the companies that were deleted: rows and files go in the background. Nothing while there is none. */
export function Deletions() {
  const deletions = useDeletions();
  if (deletions.status !== "ready" || deletions.value.length === 0) return null;
  return (
    <section aria-label={texts.deletions}>
      <Heading as="h2" size="4" mb="2">
        {texts.deletions}
      </Heading>
      <ul className="text-[14px]">
        {deletions.value.map(({ name, slug, startedAt, finishedAt, deletedRows }) => (
          <li key={`${slug}:${startedAt}`} className="border-b border-(--gray-a4) py-2">
            {finishedAt === null
              ? texts.deleting(name, deletedRows)
              : texts.deleted(name, formatInstant(finishedAt), deletedRows)}
          </li>
        ))}
      </ul>
    </section>
  );
}
