import type { UseFormWatch } from 'react-hook-form';
import type { FoundClaim } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { type ContentField, contentKey } from '../../rules/products';
import { MarkedClaims } from '../../ui/MarkedClaims';
import styles from './product.module.css';
import { type ContentValues, entriesOf } from './product_form';

interface ClaimsOfProps {
  field: ContentField;
  claims: readonly FoundClaim[];
  watch: UseFormWatch<ContentValues>;
}

/** Shows a field's text with its possible forbidden claims marked. Hidden if there are none. */
export function ClaimsOf({ field, claims, watch }: ClaimsOfProps) {
  const own = claims.filter((claim) => contentKey(claim.field) === field);
  if (own.length === 0) return null;
  const value = watch(field);
  const texts = [...new Set(own.map((claim) => claim.field))].map((name) => ({
    name,
    text: textOf(value, name),
    marks: own.filter((claim) => claim.field === name),
  }));
  const isAccepted = own.every((claim) => claim.isAccepted);
  return (
    <div className={styles.claims}>
      <p>
        <b>
          {isAccepted ? 'The marked words have been accepted.' : 'This may be a claim that the law forbids.'}
        </b>
      </p>
      {texts.map(({ name, text, marks }) => (
        <MarkedClaims key={name} text={text} claims={marks} />
      ))}
    </div>
  );
}

/** Returns the text of a claim: the field, or an entry of its list. */
function textOf(value: string | string[], name: string): string {
  const text = Array.isArray(value) ? value.join('\n') : value;
  const entry = /\[(\d+)\]/.exec(name)?.[1];
  return entry === undefined ? text : (entriesOf(text)[Number(entry)] ?? '');
}
