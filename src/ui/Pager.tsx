import { Button, Flex, Text } from "@radix-ui/themes";

interface Props {
  /** From 1. */
  readonly page: number;
  readonly hasNext: boolean;
  /** The next page is on its way. */
  readonly isBusy: boolean;
  readonly onGo: (page: number) => void;
}

/** One page back and one on; nothing while there is one page alone. */
export function Pager({ page, hasNext, isBusy, onGo }: Props) {
  if (page === 1 && !hasNext) return null;
  return (
    <Flex asChild align="center" justify="center" gap="4" py="4">
      <nav aria-label="Páginas">
        <Button variant="soft" color="gray" highContrast disabled={page === 1} onClick={() => onGo(page - 1)}>
          Anterior
        </Button>
        <Text size="2" aria-current="page" className="min-w-20 text-center">
          Página {page}
        </Text>
        <Button
          variant="soft"
          color="gray"
          highContrast
          disabled={!hasNext}
          aria-busy={isBusy}
          onClick={() => !isBusy && onGo(page + 1)}
        >
          Próxima
        </Button>
      </nav>
    </Flex>
  );
}
