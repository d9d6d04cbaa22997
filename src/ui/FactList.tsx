import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

/** The title of a part of a dialog; `id` names the part. */
export function SectionTitle({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Heading as="h2" id={id} size="2" mb="2" color="gray" weight="medium">
      {children}
    </Heading>
  );
}

/** Names and values side by side, dense: `Fact`s. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-[14px]">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-(--gray-11)">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}
