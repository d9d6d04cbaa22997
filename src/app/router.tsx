import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { AppFrame } from "./AppFrame";
import { SimulationLayer } from "../features/tenants/SimulationLayer";
import { HomeGuard } from "./HomeGuard";
import { paths } from "../lib/screens";
import { RouteFailure } from "./RouteFailure";
import { StaffGuard } from "./StaffGuard";

/** Path → screen. Each screen is its own file of script, loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <AppFrame />,
    // While the script of the first screen is on its way there is nothing to show yet.
    HydrateFallback: () => null,
    errorElement: <RouteFailure />,
    children: [
      {
        element: <SimulationLayer />,
        children: [
          {
            errorElement: <RouteFailure />,
            children: [
              {
                element: <HomeGuard />,
                children: [{ path: paths.home, lazy: () => import("../features/home/HomeRoute") }],
              },
              { path: paths.auth, lazy: () => import("../features/auth/AuthRoute") },
              { path: paths.invite, lazy: () => import("../features/invite/InviteRoute") },
              {
                element: <StaffGuard />,
                children: [
                  { path: paths.manualSales, lazy: () => import("../features/manualSales/ManualSalesRoute") },
                  { path: paths.checkout, lazy: () => import("../features/checkout/CheckoutRoute") },
                  { path: paths.products, lazy: () => import("../features/products/ProductsRoute") },
                  { path: paths.customers, lazy: () => import("../features/customers/CustomersRoute") },
                  { path: paths.orders, lazy: () => import("../features/orders/OrdersRoute") },
                  { path: paths.reports, lazy: () => import("../features/reports/ReportsRoute") },
                  { path: paths.templates, lazy: () => import("../features/templates/TemplatesRoute") },
                  { path: paths.integration, lazy: () => import("../features/messaging/MessagingRoute") },
                  { path: paths.raffle, lazy: () => import("../features/raffle/RaffleRoute") },
                  { path: paths.shippingSettings, lazy: () => import("../features/shipping/SettingsRoute") },
                  { path: paths.quote, lazy: () => import("../features/shipping/QuoteRoute") },
                  { path: paths.labels, lazy: () => import("../features/labels/LabelsRoute") },
                  { path: paths.bling, lazy: () => import("../features/bling/BlingRoute") },
                ],
              },
              {
                // A super admin makes the first company here, so there may be none yet.
                element: <StaffGuard needsTenant={false} />,
                children: [{ path: paths.settings, lazy: () => import("../features/settings/SettingsRoute") }],
              },
              {
                path: "*",
                lazy: () => import("./NotFoundRoute").then(({ NotFoundRoute }) => ({ Component: NotFoundRoute })),
              },
            ],
          },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
