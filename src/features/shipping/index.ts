/** What the screen of labels shares with those of shipping. */
export { ShippingLinks } from "./ShippingLinks";
