import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Clash, merged } from '../rules/merged';

type Fields<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>;

/** What somebody else kept while a form was filled in: it comes into the form, and where both changed the same it is asked. */
export function useClashes<Values extends FieldValues>() {
  const [clashes, setClashes] = useState<readonly Clash<Values>[]>([]);

  /** Says of a part that it is decided. */
  const settle = (key: Clash<Values>['key']) => setClashes((all) => all.filter((each) => each.key !== key));

  /** Brings what is `present` by now into a form that began with `base`; answers why it has to be looked at before it is sent again. */
  function bringTogether(fields: Fields<Values>, base: Values, present: Values): Error {
    const both = merged(base, fields.getValues(), present);
    for (const [key, value] of Object.entries(both.values)) set(fields, key, value);
    setClashes(both.clashes);
    return new Error(
      both.clashes.length > 0
        ? 'Somebody else changed the same parts. Say above which words shall stand, then save.'
        : 'Somebody else changed other parts of it, which are in the form now. Look at them, and save again.',
    );
  }

  return {
    clashes,
    bringTogether,
    /** Their words of a part come into the form. */
    take: (fields: Fields<Values>, { key, theirs }: Clash<Values>) => {
      set(fields, key, theirs);
      settle(key);
    },
    /** The words of a part that are in the form stay. */
    keep: ({ key }: Clash<Values>) => settle(key),
  };
}

function set<Values extends FieldValues>(fields: Fields<Values>, key: string, value: unknown): void {
  fields.setValue(key as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
}
