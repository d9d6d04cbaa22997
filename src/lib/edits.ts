/**
 * What is typed into a form over a record that others change meanwhile (UX conventions F6, P3). Pure; `useEdit` ties it to
 * React.
 */

/** How a record becomes fields: which fields show which value of it. */
export interface EditShape<Values, Text> {
  readonly toText: (values: Values) => Text;
  readonly shows: Readonly<Record<keyof Values, readonly (keyof Text)[]>>;
}

export interface Edit<Values, Text> {
  readonly text: Text;
  /** What the text began from, field by field: sent along, so that nobody is overwritten unseen. */
  readonly seen: Values;
}

/**
 * The edit over what is stored now: fields that nobody has typed in follow, those that say the same now are settled; what
 * is left over are conflicts.
 */
export function follow<Values extends object, Text extends object>(
  edit: Edit<Values, Text>,
  stored: Values,
  shape: EditShape<Values, Text>,
): Edit<Values, Text> {
  let current = edit;
  const [before, now] = [shape.toText(edit.seen), shape.toText(stored)];
  for (const field of fieldsOf(shape)) {
    if (isSame(edit.seen[field], stored[field])) continue;
    const shown = shape.shows[field];
    const isTyped = shown.some((name) => !isSame(edit.text[name], before[name]));
    if (isTyped && shown.some((name) => !isSame(edit.text[name], now[name]))) continue;
    current = takeTheirs(current, field, stored, shape);
  }
  return current;
}

/** After `follow`: the fields whose stored value is neither typed nor seen. */
export function conflictsOf<Values extends object, Text extends object>(
  { seen }: Edit<Values, Text>,
  stored: Values,
  shape: EditShape<Values, Text>,
): (keyof Values)[] {
  return fieldsOf(shape).filter((field) => !isSame(seen[field], stored[field]));
}

/** The field holds its own value still, but knows of the other: sending it now overwrites knowingly. */
export function keepMine<Values extends object, Text extends object>(
  edit: Edit<Values, Text>,
  field: keyof Values,
  stored: Values,
): Edit<Values, Text> {
  return { ...edit, seen: { ...edit.seen, [field]: stored[field] } };
}

export function takeTheirs<Values extends object, Text extends object>(
  edit: Edit<Values, Text>,
  field: keyof Values,
  stored: Values,
  shape: EditShape<Values, Text>,
): Edit<Values, Text> {
  const now = shape.toText(stored);
  const shown = Object.fromEntries(shape.shows[field].map((name) => [name, now[name]]));
  return { ...keepMine(edit, field, stored), text: { ...edit.text, ...shown } };
}

/** The fields that were typed in. */
export function changedFields<Values extends object, Text extends object>(
  { text, seen }: Edit<Values, Text>,
  shape: EditShape<Values, Text>,
): (keyof Values)[] {
  const before = shape.toText(seen);
  return fieldsOf(shape).filter((field) => shape.shows[field].some((name) => !isSame(text[name], before[name])));
}

function fieldsOf<Values, Text>({ shows }: EditShape<Values, Text>): (keyof Values)[] {
  return Object.keys(shows) as (keyof Values)[];
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
