import { Flex, Heading, Text } from "@radix-ui/themes";
import { normalizeCode } from "../../../domain/codes";
import { formatBRL } from "../../../domain/money";
import type { Live } from "../../lib/useTenantQuery";
import { useIsNarrow } from "../../lib/useMediaQuery";
import { ProductPicture } from "../../ui/ProductPicture";
import { StockBar } from "../../ui/StockBar";
import { texts } from "./texts";
import type { CatalogueProduct, StockLevel } from "./useCatalogue";

interface Props {
  /** As typed. */
  readonly code: string;
  readonly product: Live<CatalogueProduct | null>;
  readonly level: StockLevel | null;
}

/** The product being sold, large enough to check against what the host holds up. Its height never changes. */
export function PinnedProduct({ code, product, level }: Props) {
  const sizePx = useIsNarrow() ? 104 : 160;
  const found = product.status === "ready" ? product.value : null;
  return (
    <section aria-label="Produto" style={{ minHeight: sizePx }} className="flex items-stretch gap-4">
      {found === null ? (
        <Placeholder code={code} isAbsent={product.status === "ready"} sizePx={sizePx} />
      ) : (
        <Details product={found} level={level} sizePx={sizePx} />
      )}
    </section>
  );
}

interface PlaceholderProps {
  readonly code: string;
  readonly isAbsent: boolean;
  readonly sizePx: number;
}

function Placeholder({ code, isAbsent, sizePx }: PlaceholderProps) {
  const line = code.trim() === "" ? texts.noProductPinned : isAbsent ? texts.unknownCode(normalizeCode(code)) : "";
  return (
    <>
      <span
        style={{ width: sizePx, height: sizePx }}
        className="shrink-0 rounded-md border border-dashed border-(--gray-a7)"
      />
      <Text as="p" color="gray" className="self-center" role="status">
        {line}
      </Text>
    </>
  );
}

interface DetailsProps {
  readonly product: CatalogueProduct;
  readonly level: StockLevel | null;
  readonly sizePx: number;
}

function Details({ product, level, sizePx }: DetailsProps) {
  const variation = [product.color, product.size].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <>
      <ProductPicture {...product} sizePx={sizePx} missing="initials" />
      <Flex direction="column" justify="center" gap="2" minWidth="0" flexGrow="1">
        <Flex justify="between" align="baseline" gap="4" wrap="wrap">
          <Heading as="h2" size="5" className="min-w-0">
            <span className="mr-3 whitespace-nowrap">{product.code}</span>
            {product.name}
          </Heading>
          <Text size="6" weight="bold" className="whitespace-nowrap">
            {formatBRL(product.priceCents)}
          </Text>
        </Flex>
        <Flex justify="between" align="center" gap="4" wrap="wrap">
          <Text color="gray">{variation}</Text>
          <Flex align="center" gap="3">
            <Text size="2" color="gray">
              {texts.stock}
            </Text>
            <StockBar stock={level?.stock ?? null} initialStock={level?.initialStock ?? null} />
          </Flex>
        </Flex>
      </Flex>
    </>
  );
}
