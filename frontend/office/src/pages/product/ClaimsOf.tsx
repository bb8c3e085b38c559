import type { UseFormWatch } from 'react-hook-form';
import type { ProductClaim, ProductContent } from '../../api/types';
import { contentKey } from '../../rules/products';
import { MarkedClaims } from '../../ui/MarkedClaims';
import styles from './product.module.css';
import { type ContentValues, entriesOf } from './product_form';

interface ClaimsOfProps {
  field: keyof ProductContent;
  claims: readonly ProductClaim[];
  watch: UseFormWatch<ContentValues>;
}

/** Below a field, its words with what may be a forbidden claim marked; nothing where there is none. */
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
          {isAccepted ? 'Somebody answered for what is marked.' : 'This may be a claim that the law forbids.'}
        </b>
      </p>
      {texts.map(({ name, text, marks }) => (
        <MarkedClaims key={name} text={text} claims={marks} />
      ))}
    </div>
  );
}

/** The text in which a claim was found: the field, or an entry of its list. */
function textOf(value: string | string[], name: string): string {
  const text = Array.isArray(value) ? value.join('\n') : value;
  const entry = /\[(\d+)\]/.exec(name)?.[1];
  return entry === undefined ? text : (entriesOf(text)[Number(entry)] ?? '');
}
