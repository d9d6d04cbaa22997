import { Theme } from "@radix-ui/themes";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { MoneyField, moneyText } from "../../../src/ui/MoneyField";
import "../support/screen";

function Form() {
  const [value, setValue] = useState("");
  return (
    <Theme>
      <MoneyField aria-label="Valor" value={value} onValueChange={setValue} />
    </Theme>
  );
}

describe("an amount in reais (N2)", () => {
  test.each([
    ["12", "12,00"],
    ["12.5", "12,50"],
    ["1234,5", "1.234,50"],
    ["R$ 12,50", "12,50"],
    ["1.234", "1.234,00"],
    ["12,345", "12,345"],
    ["-3", "-3"],
    ["abc", "abc"],
  ])("typed as %j it stands as %j after leaving the field", async (typed, shown) => {
    render(<Form />);
    const user = userEvent.setup();
    const field = screen.getByLabelText<HTMLInputElement>("Valor");
    await user.type(field, typed);
    await user.tab();
    expect(field.value).toBe(shown);
  });

  test("is a text field for decimals: no wheel, no spinner, the right keyboard on the phone (L4, M3)", () => {
    render(<Form />);
    const field = screen.getByLabelText<HTMLInputElement>("Valor");
    expect(field.type).toBe("text");
    expect(field.inputMode).toBe("decimal");
  });

  test("an amount as text has no 'R$' of its own", () => {
    expect(moneyText(123456)).toBe("1.234,56");
    expect(moneyText(-5)).toBe("-0,05");
  });
});
