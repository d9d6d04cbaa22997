import { screen, within } from "@testing-library/react";
import { Outlet } from "react-router-dom";
import { LaunchQueueProvider } from "../../../../src/features/manualSales";
import { Component } from "../../../../src/features/manualSales/ManualSalesRoute";
import { backend } from "../../support/fakeBackend";

/** What the tests of the launch screen look at; each mocks the seam of `src/lib` itself. */

export const aProduct = (code: string) => ({
  _id: `product-${code}`,
  code,
  name: "Vestido Midi Lírio",
  priceCents: 8990,
  color: "Preto",
  size: "M",
  imageUrl: null,
  stockId: `stock-${code}`,
});

export const CATALOGUE = [aProduct("C087"), aProduct("C151")];

/** A shop with the catalogue, in whose live nothing was launched yet. */
export function hasCatalogue(): void {
  backend.clear();
  backend.answersBy("products:search", ({ text, limit }) =>
    CATALOGUE.filter(({ code }) => code.includes(String(text))).slice(0, Number(limit)),
  );
  backend.answersWith("manualSales:feed", []);
  backend.answersWith("customers:peek", null);
}

/** Of every product. */
export function hasStock(stock: number): void {
  backend.answersBy("products:stock", ({ productIds }) =>
    (productIds as string[]).map((productId) => ({ productId, stock, initialStock: 12 })),
  );
}

/** The launch screen, and another one to look at. */
export const routes = [
  {
    element: (
      <LaunchQueueProvider>
        <Outlet />
      </LaunchQueueProvider>
    ),
    children: [
      { path: "/pedidos-manual", Component },
      { path: "/pedidos", element: <p>outra tela</p> },
    ],
  },
];

export const line = () => within(screen.getByRole("form", { name: "Lançar" }));
export const phone = () => line().getByLabelText<HTMLInputElement>("Celular");
export const code = () => line().getByLabelText<HTMLInputElement>("Código");
export const neverAnswers = () => backend.mutates("manualSales:launch", () => new Promise(() => undefined));
