import { create } from 'zustand';
import { beforeReload } from '../start/reload_once';
import { onLogOut } from './login';

/**
 * Creates a named draft of a form's fields. It outlives the page, so that the shopper can log in or look something up and come back. A
 * logout clears it. It is stored only for a reload that the shop makes itself, because phones are shared.
 */
export function createDraft<Field extends string>(name: string, empty: Readonly<Record<Field, string>>) {
  const useDraft = create<{ values: Readonly<Record<Field, string>> }>(() => ({
    values: handedOver(name, empty),
  }));
  beforeReload(() => handOver(name, useDraft.getState().values));
  onLogOut(clear);

  function clear(): void {
    forget(name);
    useDraft.setState({ values: empty });
  }

  return {
    useDraft,
    /** Sets a field to the typed value. */
    setField(field: Field, value: string): void {
      forget(name);
      useDraft.setState(({ values }) => ({ values: { ...values, [field]: value } }));
    },
    /** Clears the draft, after it was sent. */
    clear,
  };
}

function handOver(name: string, values: object): void {
  if (Object.values(values).every((value) => value === '')) return;
  try {
    sessionStorage.setItem(name, JSON.stringify(values));
  } catch {
    // Storage may be full or forbidden.
  }
}

/** The values stored before the reload. They stay stored until the shopper types, because this page may be left at once. */
function handedOver<Values extends object>(name: string, empty: Values): Values {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    const typed = Object.entries(stored ?? {}).filter(
      ([field, value]) => field in empty && typeof value === 'string',
    );
    return { ...empty, ...Object.fromEntries(typed) };
  } catch {
    return empty;
  }
}

function forget(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}
