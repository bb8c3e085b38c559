import { create } from 'zustand';

/**
 * What is typed into a form. It outlives the page, so that nothing is lost when the shopper is sent to log in or looks
 * something up. It is never stored: phones are shared.
 */
export function createDraft<Field extends string>(empty: Readonly<Record<Field, string>>) {
  const useDraft = create<{ values: Readonly<Record<Field, string>> }>(() => ({ values: empty }));
  return {
    useDraft,
    /** Keeps what the shopper types. */
    setField(field: Field, value: string): void {
      useDraft.setState(({ values }) => ({ values: { ...values, [field]: value } }));
    },
    /** Forgets everything once it is sent. */
    clear(): void {
      useDraft.setState({ values: empty });
    },
  };
}
