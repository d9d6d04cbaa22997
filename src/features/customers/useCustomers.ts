import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useAllRows } from "../../lib/useAllRows";
import { useTenantMutation } from "../../lib/useTenantMutation";
import { useTenantPaginatedQuery } from "../../lib/useTenantPaginatedQuery";
import { useTenantQuery } from "../../lib/useTenantQuery";
import type { CustomerId } from "./customersAddress";

export type CustomerRow = FunctionReturnType<typeof api.customers.find>[number];
export type Customer = NonNullable<FunctionReturnType<typeof api.customers.get>>;
export type CustomerOrder = FunctionReturnType<typeof api.customers.history>["page"][number];

/** As many as the server finds at once. */
export const MAX_FOUND = 100;
const HISTORY_PAGE = 10;

export function useCustomerPages(pageSize: number, firstCount: number) {
  return useTenantPaginatedQuery(api.customers.list, {}, pageSize, firstCount);
}

/** @param limit fewer than all that match, where a choice is offered */
export function useCustomersFound(text: string, limit: number = MAX_FOUND) {
  return useTenantQuery(api.customers.find, text === "" ? "skip" : { text, limit });
}

/** The control centre's cards; also from what sum on somebody is a VIP. */
export function useCustomerOverview() {
  return useTenantQuery(api.customers.overview, {});
}

/** One customer, live; null when there is none (any more). */
export function useCustomer(customerId: CustomerId) {
  return useTenantQuery(api.customers.get, { customerId });
}

/** Refused while rendering: put a `PanelBoundary` around it. */
export function useCustomerHistory(customerId: CustomerId) {
  return useTenantPaginatedQuery(api.customers.history, { customerId }, HISTORY_PAGE);
}

export function useCustomerChanges() {
  return {
    create: useTenantMutation(api.customers.create),
    update: useTenantMutation(api.customers.update),
    remove: useTenantMutation(api.customers.remove),
    merge: useTenantMutation(api.customers.merge),
  };
}

/** Reads all customers once, by phone, with everything known of them. */
export function useAllCustomers(): (args: object) => Promise<Customer[]> {
  return useAllRows(api.customers.exportRows);
}
