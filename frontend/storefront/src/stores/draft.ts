import { create } from 'zustand';
import { beforeReload } from '../start/reload_once';
import { onLogOut } from './login';

/**
 * What is typed into a form, under a name of its own. It outlives the page, so that nothing is lost when the shopper is
 * sent to log in or looks something up; a logout forgets it. It is stored for a reload that the shop makes on its own, and never else: phones
 * are shared.
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
    /** Keeps what the shopper types. */
    setField(field: Field, value: string): void {
      forget(name);
      useDraft.setState(({ values }) => ({ values: { ...values, [field]: value } }));
    },
    /** Forgets everything, once it is sent. */
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

/** What the page before the reload left. It stays there until the shopper goes on: this page may be left at once. */
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
    // Where storage is forbidden, nothing was stored.
  }
}
