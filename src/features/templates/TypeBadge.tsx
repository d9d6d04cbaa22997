import { Badge } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { TEMPLATE_LABELS, type TemplateType } from "../../../domain/templates";

type Color = NonNullable<ComponentProps<typeof Badge>["color"]>;

/** What a message is about carries the colour: good news, a loss, something to do, something to know. */
const COLORS: Readonly<Record<TemplateType, Color>> = {
  BROADCAST: "blue",
  ITEM_ADDED: "jade",
  PRODUCT_ADDED: "jade",
  PRODUCT_CANCELED: "red",
  PAID_ORDER: "jade",
  FINALIZAR: "amber",
  welcome: "blue",
  order_created: "blue",
  item_added: "jade",
  item_cancelled: "red",
  payment_confirmed: "jade",
  shipping_info: "amber",
  promotional: "amber",
  custom: "gray",
};

/** The type of a template; those of an earlier time have an outline instead of a ground. */
export function TypeBadge({ type }: { readonly type: TemplateType }) {
  // The types of an earlier time are the ones that are not written in capitals.
  const isLegacy = type !== type.toUpperCase();
  return (
    <Badge color={COLORS[type]} variant={isLegacy ? "outline" : "soft"} highContrast>
      {TEMPLATE_LABELS[type]}
    </Badge>
  );
}
