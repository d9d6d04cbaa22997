import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  /** Name and value, top to bottom. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}

/** What is so, as names and values: nothing here can be changed. */
export function Facts({ title, facts, className = "" }: Props) {
  return (
    <section aria-label={title} className={className}>
      <Heading as="h2" size="3" mb="2">
        {title}
      </Heading>
      <dl className="text-[14px]">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-(--gray-a4) py-1"
          >
            <dt className="text-(--gray-11)">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
