import { labelWords } from '#words/labels';
import type { Card, Label } from '../../api/types';
import { formatDay } from 'shared/rules/moment';
import { packsLeft } from '../../rules/stock';
import { formatExactly } from '../../rules/unit_price';
import { packLabel } from '../../rules/weight';
import styles from './PackFacts.module.css';
import { type Labels, useLabels } from './use_labels';

/** For each weight that can be bought, what is printed on the packs that are sold next. Its place is there before it is known. */
export function PackLabels({ product }: { product: Card }) {
  const labels = useLabels(product._id);
  const offered = product.variants.filter((variant) => packsLeft(variant) > 0);
  if (offered.length === 0) return null;
  return (
    <>
      <h3>{labelWords.heading}</h3>
      <dl>
        {offered.map(({ weightInGrams }) => (
          <div key={weightInGrams}>
            <dt>{packLabel(weightInGrams)}</dt>
            <dd className={styles.label}>
              <LabelOf weightInGrams={weightInGrams} labels={labels} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Says nothing that is not known: a shop whose stock is away, or counted by nobody, still sells. */
function LabelOf({ weightInGrams, labels }: { weightInGrams: number; labels: Labels }) {
  if (labels === 'loading') return labelWords.loading;
  const known = labels === 'unknown' ? [] : labels;
  const found = known.find((label) => label.weightInGrams === weightInGrams);
  return found ? <Printed label={found} /> : labelWords.onThePack;
}

function Printed({ label: { batchNumber, packedOn, bestBefore, mrp } }: { label: Label }) {
  return (
    <>
      <span>{labelWords.mrp(formatExactly(mrp))}</span>
      <span>{labelWords.batch(batchNumber)}</span>
      <span>{labelWords.packed(formatDay(packedOn))}</span>
      <span>{labelWords.bestBefore(formatDay(bestBefore))}</span>
    </>
  );
}
