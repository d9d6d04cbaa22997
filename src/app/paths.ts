/** Every address of the app that exists. Source: specification §2 "Routes". */
export const paths = {
  home: "/",
  auth: "/auth",
  manualSales: "/pedidos-manual",
  orders: "/pedidos",
} as const;

/** The links of the top bar, in the order of a sale's life. */
export const navigation: readonly { readonly path: string; readonly label: string }[] = [
  { path: paths.manualSales, label: "Pedidos Manual" },
  { path: paths.orders, label: "Pedidos" },
];
