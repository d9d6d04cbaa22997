import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button, Callout, Flex } from "@radix-ui/themes";

interface Props {
  /** The reason, complete, in Portuguese. */
  readonly message: string;
  readonly onRetry?: () => void;
}

/** A panel that may not or cannot show its data; the rest of the page goes on. */
export function RefusedState({ message, onRetry }: Props) {
  return (
    <Callout.Root color="red" role="alert" my="4" highContrast>
      <Callout.Icon>
        <ExclamationTriangleIcon width="16" height="16" />
      </Callout.Icon>
      <Callout.Text>{message}</Callout.Text>
      {onRetry !== undefined && (
        <Flex>
          <Button variant="soft" color="red" highContrast onClick={onRetry}>
            Tentar novamente
          </Button>
        </Flex>
      )}
    </Callout.Root>
  );
}
