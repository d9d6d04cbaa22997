import { Theme } from "@radix-ui/themes";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { DateField } from "../../../src/ui/DateField";
import "../support/screen";

function show({ initial = null, isRequired = false }: { initial?: string | null; isRequired?: boolean } = {}) {
  const onChange = vi.fn();
  let setOutside: (value: string | null) => void = () => {};
  function Form() {
    const [value, setValue] = useState<string | null>(initial);
    setOutside = setValue;
    return (
      <Theme>
        <DateField
          label="Data do evento"
          value={value}
          isRequired={isRequired}
          onChange={(date) => {
            onChange(date);
            setValue(date);
          }}
        />
        <button>depois</button>
      </Theme>
    );
  }
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>("Data do evento");
  return { field, onChange, user: userEvent.setup(), arrives: (value: string) => setOutside(value) };
}

describe("typing a date", () => {
  test("the slashes come by themselves, and the day is told once it is complete", async () => {
    const { field, onChange, user } = show();
    await user.type(field, "20112026");
    expect(field.value).toBe("20/11/2026");
    expect(onChange.mock.calls).toEqual([["2026-11-20"]]);
  });

  test("no day: the text stays and the reason stands at the field", async () => {
    const { field, onChange, user } = show();
    await user.type(field, "31022026");
    await user.tab();
    expect(field.value).toBe("31/02/2026");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Data inválida. Use dd/mm/aaaa",
    );
    expect(onChange).not.toHaveBeenCalled();
  });

  test("day and month are enough: it is this year's", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 15), toFake: ["Date"] });
    const { field, onChange, user } = show();
    await user.type(field, "2111");
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith("2026-11-21");
    expect(field.value).toBe("21/11/2026");
    vi.useRealTimers();
  });

  test("emptied: no date, unless one is required", async () => {
    const free = show({ initial: "2026-11-20" });
    await free.user.clear(free.field);
    expect(free.onChange).toHaveBeenLastCalledWith(null);
  });

  test("emptied where one is required: what was there comes back", async () => {
    const { field, onChange, user } = show({ initial: "2026-11-20", isRequired: true });
    await user.clear(field);
    await user.tab();
    expect(field.value).toBe("20/11/2026");
    expect(onChange).not.toHaveBeenCalled();
  });

  test("what is being typed is not overwritten by what arrives (F6)", async () => {
    const { field, user, arrives } = show({ initial: "2026-11-20" });
    await user.clear(field);
    await user.type(field, "0112");
    arrives("2026-10-10");
    expect(field.value).toBe("01/12");
  });
});

describe("the calendar", () => {
  test("opens with Alt+↓, is worked with the arrow keys, and gives the focus back to the field", async () => {
    const { field, onChange, user } = show({ initial: "2026-11-20" });
    field.focus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    const day = await screen.findByRole("button", { name: "20 de novembro de 2026" });
    await expect.poll(() => document.activeElement).toBe(day);
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("28 de novembro de 2026");
    await user.keyboard("{Enter}");
    expect(onChange).toHaveBeenLastCalledWith("2026-11-28");
    await expect.poll(() => document.activeElement).toBe(field);
    expect(field.value).toBe("28/11/2026");
  });

  test("the button opens it; another month can be turned to; 'Limpar' empties", async () => {
    const { onChange, user } = show({ initial: "2026-11-20" });
    await user.click(screen.getByRole("button", { name: "Abrir calendário: Data do evento" }));
    await screen.findByRole("grid", { name: "novembro de 2026" });
    await user.click(screen.getByRole("button", { name: "Próximo mês" }));
    expect(screen.getByRole("grid", { name: "dezembro de 2026" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Limpar" }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});
