import { Flex, Skeleton } from "@radix-ui/themes";

interface Props {
  readonly rows: number;
  /** What is loading, for who does not see the grey bars. */
  readonly label: string;
}

/** Stands in for a list on its first load, and only when that takes longer than 150 ms. */
export function ListSkeleton({ rows, label }: Props) {
  return (
    <Flex direction="column" gap="2" className="appear-late" role="status" aria-label={label} aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height="42px" />
      ))}
    </Flex>
  );
}
