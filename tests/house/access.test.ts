import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../support/installation";
import { readProjectFile } from "../support/repository";

it("docs/access.md says what the code says of who may call what", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, "scripts/accessPage.mjs"), "--check"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("it has a row for each door", () => {
  const page = readProjectFile("docs/access.md");
  for (const row of [
    "| `manualSales:launch` | mutation | staff, owner, super admin |",
    "| `coupons:create` | mutation | owner, super admin |",
    "| `tenants:create` | action | super admin |",
    "| `people:setSuperAdmin` | mutation | master |",
    "| `screen:company` | query | big screen's link |",
    "| `profiles:me` | query | signed in |",
    "| `recovery:request` | action | anyone |",
  ]) {
    expect(page).toContain(row);
  }
  expect(page).not.toContain("`accounts:");
});
