import { Button } from "@radix-ui/themes";

interface Props {
  readonly label: string;
  /** What it does to which launch, where the label alone would be said of many rows. */
  readonly name?: string;
  readonly onPress: () => void;
}

/** What can be done about one launch, at its row of the feed. */
export function FeedAction({ label, name, onPress }: Props) {
  return (
    <Button
      type="button"
      variant="ghost"
      color="gray"
      highContrast
      size="1"
      className="min-h-6 shrink-0"
      aria-label={name}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
