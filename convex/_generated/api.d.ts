/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";
import type * as access from "../access.js";
import type * as accounts from "../accounts.js";
import type * as audit from "../audit.js";
import type * as auth from "../auth.js";
import type * as clerk from "../clerk.js";
import type * as coupons from "../coupons.js";
import type * as crons from "../crons.js";
import type * as customers from "../customers.js";
import type * as demo from "../demo.js";
import type * as gifts from "../gifts.js";
import type * as housekeeping from "../housekeeping.js";
import type * as http from "../http.js";
import type * as imports from "../imports.js";
import type * as integrations from "../integrations.js";
import type * as jobs from "../jobs.js";
import type * as lib_access from "../lib/access.js";
import type * as lib_actors from "../lib/actors.js";
import type * as lib_catalogueTables from "../lib/catalogueTables.js";
import type * as lib_customerTables from "../lib/customerTables.js";
import type * as lib_errors from "../lib/errors.js";
import type * as lib_eventDate from "../lib/eventDate.js";
import type * as lib_functions from "../lib/functions.js";
import type * as lib_hashing from "../lib/hashing.js";
import type * as lib_jobTables from "../lib/jobTables.js";
import type * as lib_officeTables from "../lib/officeTables.js";
import type * as lib_orderChanges from "../lib/orderChanges.js";
import type * as lib_orderShapes from "../lib/orderShapes.js";
import type * as lib_randomIds from "../lib/randomIds.js";
import type * as lib_secretBox from "../lib/secretBox.js";
import type * as lib_seededRandom from "../lib/seededRandom.js";
import type * as lib_settingShapes from "../lib/settingShapes.js";
import type * as lib_tenantDb from "../lib/tenantDb.js";
import type * as lib_validators from "../lib/validators.js";
import type * as mail from "../mail.js";
import type * as maintenance from "../maintenance.js";
import type * as manualSales from "../manualSales.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_appSettings from "../model/appSettings.js";
import type * as model_attemptLimits from "../model/attemptLimits.js";
import type * as model_audit from "../model/audit.js";
import type * as model_bulkOrders from "../model/bulkOrders.js";
import type * as model_carts from "../model/carts.js";
import type * as model_companies from "../model/companies.js";
import type * as model_coupons from "../model/coupons.js";
import type * as model_customerEdits from "../model/customerEdits.js";
import type * as model_customerList from "../model/customerList.js";
import type * as model_customerMerge from "../model/customerMerge.js";
import type * as model_customerRows from "../model/customerRows.js";
import type * as model_customerTotals from "../model/customerTotals.js";
import type * as model_customerVerification from "../model/customerVerification.js";
import type * as model_customers from "../model/customers.js";
import type * as model_demoCatalogue from "../model/demoCatalogue.js";
import type * as model_demoCompany from "../model/demoCompany.js";
import type * as model_demoData from "../model/demoData.js";
import type * as model_demoInstants from "../model/demoInstants.js";
import type * as model_demoPicture from "../model/demoPicture.js";
import type * as model_demoSeeding from "../model/demoSeeding.js";
import type * as model_gifts from "../model/gifts.js";
import type * as model_imports from "../model/imports.js";
import type * as model_integrations from "../model/integrations.js";
import type * as model_invites from "../model/invites.js";
import type * as model_jobRun from "../model/jobRun.js";
import type * as model_jobs from "../model/jobs.js";
import type * as model_launchReceipts from "../model/launchReceipts.js";
import type * as model_launchUndo from "../model/launchUndo.js";
import type * as model_linkKeys from "../model/linkKeys.js";
import type * as model_mails from "../model/mails.js";
import type * as model_manualSales from "../model/manualSales.js";
import type * as model_meanwhile from "../model/meanwhile.js";
import type * as model_orderAudit from "../model/orderAudit.js";
import type * as model_orderDetail from "../model/orderDetail.js";
import type * as model_orderEvents from "../model/orderEvents.js";
import type * as model_orderFields from "../model/orderFields.js";
import type * as model_orderLines from "../model/orderLines.js";
import type * as model_orderList from "../model/orderList.js";
import type * as model_orderMerge from "../model/orderMerge.js";
import type * as model_orderRemoval from "../model/orderRemoval.js";
import type * as model_orderSearch from "../model/orderSearch.js";
import type * as model_orderUpdate from "../model/orderUpdate.js";
import type * as model_orders from "../model/orders.js";
import type * as model_ownPassword from "../model/ownPassword.js";
import type * as model_passwordSetting from "../model/passwordSetting.js";
import type * as model_passwordSignIn from "../model/passwordSignIn.js";
import type * as model_passwords from "../model/passwords.js";
import type * as model_pastOrders from "../model/pastOrders.js";
import type * as model_pictures from "../model/pictures.js";
import type * as model_productEdits from "../model/productEdits.js";
import type * as model_productList from "../model/productList.js";
import type * as model_productMonths from "../model/productMonths.js";
import type * as model_products from "../model/products.js";
import type * as model_raffle from "../model/raffle.js";
import type * as model_readyAccounts from "../model/readyAccounts.js";
import type * as model_recovery from "../model/recovery.js";
import type * as model_reports from "../model/reports.js";
import type * as model_screenLinks from "../model/screenLinks.js";
import type * as model_secrets from "../model/secrets.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_settingsOverview from "../model/settingsOverview.js";
import type * as model_shippingSettings from "../model/shippingSettings.js";
import type * as model_slips from "../model/slips.js";
import type * as model_stock from "../model/stock.js";
import type * as model_stockMovements from "../model/stockMovements.js";
import type * as model_superAdmins from "../model/superAdmins.js";
import type * as model_team from "../model/team.js";
import type * as model_templates from "../model/templates.js";
import type * as model_tenantRemoval from "../model/tenantRemoval.js";
import type * as model_tenants from "../model/tenants.js";
import type * as model_totals from "../model/totals.js";
import type * as model_totalsVerification from "../model/totalsVerification.js";
import type * as model_trustedDevices from "../model/trustedDevices.js";
import type * as orders from "../orders.js";
import type * as people from "../people.js";
import type * as products from "../products.js";
import type * as profiles from "../profiles.js";
import type * as providers_clerk from "../providers/clerk.js";
import type * as raffle from "../raffle.js";
import type * as recovery from "../recovery.js";
import type * as reports from "../reports.js";
import type * as screen from "../screen.js";
import type * as screenLinks from "../screenLinks.js";
import type * as secrets from "../secrets.js";
import type * as seed from "../seed.js";
import type * as settings from "../settings.js";
import type * as templates from "../templates.js";
import type * as tenants from "../tenants.js";

/**
 * A utility for referencing Convex functions in your app's API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
declare const fullApi: ApiFromModules<{
  access: typeof access;
  accounts: typeof accounts;
  audit: typeof audit;
  auth: typeof auth;
  clerk: typeof clerk;
  coupons: typeof coupons;
  crons: typeof crons;
  customers: typeof customers;
  demo: typeof demo;
  gifts: typeof gifts;
  housekeeping: typeof housekeeping;
  http: typeof http;
  imports: typeof imports;
  integrations: typeof integrations;
  jobs: typeof jobs;
  "lib/access": typeof lib_access;
  "lib/actors": typeof lib_actors;
  "lib/catalogueTables": typeof lib_catalogueTables;
  "lib/customerTables": typeof lib_customerTables;
  "lib/errors": typeof lib_errors;
  "lib/eventDate": typeof lib_eventDate;
  "lib/functions": typeof lib_functions;
  "lib/hashing": typeof lib_hashing;
  "lib/jobTables": typeof lib_jobTables;
  "lib/officeTables": typeof lib_officeTables;
  "lib/orderChanges": typeof lib_orderChanges;
  "lib/orderShapes": typeof lib_orderShapes;
  "lib/randomIds": typeof lib_randomIds;
  "lib/secretBox": typeof lib_secretBox;
  "lib/seededRandom": typeof lib_seededRandom;
  "lib/settingShapes": typeof lib_settingShapes;
  "lib/tenantDb": typeof lib_tenantDb;
  "lib/validators": typeof lib_validators;
  mail: typeof mail;
  maintenance: typeof maintenance;
  manualSales: typeof manualSales;
  "model/accounts": typeof model_accounts;
  "model/appSettings": typeof model_appSettings;
  "model/attemptLimits": typeof model_attemptLimits;
  "model/audit": typeof model_audit;
  "model/bulkOrders": typeof model_bulkOrders;
  "model/carts": typeof model_carts;
  "model/companies": typeof model_companies;
  "model/coupons": typeof model_coupons;
  "model/customerEdits": typeof model_customerEdits;
  "model/customerList": typeof model_customerList;
  "model/customerMerge": typeof model_customerMerge;
  "model/customerRows": typeof model_customerRows;
  "model/customerTotals": typeof model_customerTotals;
  "model/customerVerification": typeof model_customerVerification;
  "model/customers": typeof model_customers;
  "model/demoCatalogue": typeof model_demoCatalogue;
  "model/demoCompany": typeof model_demoCompany;
  "model/demoData": typeof model_demoData;
  "model/demoInstants": typeof model_demoInstants;
  "model/demoPicture": typeof model_demoPicture;
  "model/demoSeeding": typeof model_demoSeeding;
  "model/gifts": typeof model_gifts;
  "model/imports": typeof model_imports;
  "model/integrations": typeof model_integrations;
  "model/invites": typeof model_invites;
  "model/jobRun": typeof model_jobRun;
  "model/jobs": typeof model_jobs;
  "model/launchReceipts": typeof model_launchReceipts;
  "model/launchUndo": typeof model_launchUndo;
  "model/linkKeys": typeof model_linkKeys;
  "model/mails": typeof model_mails;
  "model/manualSales": typeof model_manualSales;
  "model/meanwhile": typeof model_meanwhile;
  "model/orderAudit": typeof model_orderAudit;
  "model/orderDetail": typeof model_orderDetail;
  "model/orderEvents": typeof model_orderEvents;
  "model/orderFields": typeof model_orderFields;
  "model/orderLines": typeof model_orderLines;
  "model/orderList": typeof model_orderList;
  "model/orderMerge": typeof model_orderMerge;
  "model/orderRemoval": typeof model_orderRemoval;
  "model/orderSearch": typeof model_orderSearch;
  "model/orderUpdate": typeof model_orderUpdate;
  "model/orders": typeof model_orders;
  "model/ownPassword": typeof model_ownPassword;
  "model/passwordSetting": typeof model_passwordSetting;
  "model/passwordSignIn": typeof model_passwordSignIn;
  "model/passwords": typeof model_passwords;
  "model/pastOrders": typeof model_pastOrders;
  "model/pictures": typeof model_pictures;
  "model/productEdits": typeof model_productEdits;
  "model/productList": typeof model_productList;
  "model/productMonths": typeof model_productMonths;
  "model/products": typeof model_products;
  "model/raffle": typeof model_raffle;
  "model/readyAccounts": typeof model_readyAccounts;
  "model/recovery": typeof model_recovery;
  "model/reports": typeof model_reports;
  "model/screenLinks": typeof model_screenLinks;
  "model/secrets": typeof model_secrets;
  "model/sessions": typeof model_sessions;
  "model/settingsOverview": typeof model_settingsOverview;
  "model/shippingSettings": typeof model_shippingSettings;
  "model/slips": typeof model_slips;
  "model/stock": typeof model_stock;
  "model/stockMovements": typeof model_stockMovements;
  "model/superAdmins": typeof model_superAdmins;
  "model/team": typeof model_team;
  "model/templates": typeof model_templates;
  "model/tenantRemoval": typeof model_tenantRemoval;
  "model/tenants": typeof model_tenants;
  "model/totals": typeof model_totals;
  "model/totalsVerification": typeof model_totalsVerification;
  "model/trustedDevices": typeof model_trustedDevices;
  orders: typeof orders;
  people: typeof people;
  products: typeof products;
  profiles: typeof profiles;
  "providers/clerk": typeof providers_clerk;
  raffle: typeof raffle;
  recovery: typeof recovery;
  reports: typeof reports;
  screen: typeof screen;
  screenLinks: typeof screenLinks;
  secrets: typeof secrets;
  seed: typeof seed;
  settings: typeof settings;
  templates: typeof templates;
  tenants: typeof tenants;
}>;
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;
