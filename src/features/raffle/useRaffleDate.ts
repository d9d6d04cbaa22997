import { useSearchParams } from "react-router-dom";
import { isEventDate, type CalendarDate } from "../../../domain/calendar";

/** The event date, as the address has it; each choice is a step that Back undoes (UX conventions Q1, Q3). */
export function useRaffleDate(): [CalendarDate | null, (date: CalendarDate | null) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.get("data") ?? "";
  const choose = (date: CalendarDate | null) =>
    setParams(date === null ? {} : { data: date }, { preventScrollReset: true });
  return [isEventDate(named) ? named : null, choose];
}
