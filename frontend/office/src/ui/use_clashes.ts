import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Clash, merged } from '../rules/merged';

type Fields<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>;

/** Merges the changes that a colleague saved while a form was filled in. Fields that both changed are returned as clashes. */
export function useClashes<Values extends FieldValues>() {
  const [clashes, setClashes] = useState<readonly Clash<Values>[]>([]);

  /** Marks a clash as decided. */
  const settle = (key: Clash<Values>['key']) => setClashes((all) => all.filter((each) => each.key !== key));

  /** Merges the values in `present` into a form that started with `base`; returns the error to show before the next send. */
  function bringTogether(fields: Fields<Values>, base: Values, present: Values): Error {
    const both = merged(base, fields.getValues(), present);
    for (const [key, value] of Object.entries(both.values)) set(fields, key, value);
    setClashes(both.clashes);
    return new Error(
      both.clashes.length > 0
        ? 'A colleague changed the same fields. Choose above which text to keep, then save.'
        : 'A colleague changed other fields. The form shows the new values. Check them, and save again.',
    );
  }

  return {
    clashes,
    bringTogether,
    /** Takes the colleague's value of a field. */
    take: (fields: Fields<Values>, { key, theirs }: Clash<Values>) => {
      set(fields, key, theirs);
      settle(key);
    },
    /** Keeps the value in the form. */
    keep: ({ key }: Clash<Values>) => settle(key),
  };
}

function set<Values extends FieldValues>(fields: Fields<Values>, key: string, value: unknown): void {
  fields.setValue(key as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
}
