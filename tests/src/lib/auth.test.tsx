import { render } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { useAuth } from "../../../src/lib/auth";

function Orphan() {
  useAuth();
  return null;
}

describe("useAuth", () => {
  test("outside its provider says what is missing", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => render(<Orphan />)).toThrow("useAuth must be used within an AuthProvider");
    silence.mockRestore();
  });
});
