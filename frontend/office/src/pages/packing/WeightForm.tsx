import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { proposedWeight, weightRule } from '../../rules/parcel_weight';
import type { Order } from '../../api/types';
import button from '../../ui/button.module.css';
import { TextField } from '../../ui/fields';
import styles from './packing.module.css';

interface WeightFormProps {
  order: Order;
  isSending: boolean;
  /** Called with the parcel's weight in grams; undefined if it was not weighed. */
  onWeight: (grams: number | undefined) => void;
  /** Called with a code that a scanner types into the field. */
  onCode: (code: string) => void;
}

/** Asks for the weight of a full box. Enter accepts the proposed weight. */
export function WeightForm({ order, isSending, onWeight, onCode }: WeightFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const proposed = String(proposedWeight(order));

  // Selects the text, so that typing replaces it.
  function ready() {
    input.current?.focus();
    input.current?.select();
  }

  useEffect(ready, []);

  function send(event: FormEvent) {
    event.preventDefault();
    const field = input.current;
    if (!field || isSending) return;
    const typed = field.value.trim();
    if (/[A-Z]+.*\d/i.test(typed)) {
      field.value = proposed;
      ready();
      onCode(typed);
      return;
    }
    const { success, output, issues } = v.safeParse(weightRule, typed);
    setProblem(issues?.[0].message);
    if (success) onWeight(output);
    else ready();
  }

  return (
    <form className={styles.weight} noValidate onSubmit={send}>
      <TextField
        ref={input}
        label="Parcel weight in grams"
        hint="Estimated from its packs. Leave it empty if you have no scale."
        inputMode="numeric"
        maxLength={20}
        defaultValue={proposed}
        problem={problem}
      />
      <button type="submit" className={button.primary} disabled={isSending}>
        {isSending ? 'Marking…' : 'Mark packed'}
      </button>
    </form>
  );
}
