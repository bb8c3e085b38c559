import { labelWords } from '#words/labels';
import type { Card, Label } from '../../api/types';
import { formatDay } from 'shared/rules/moment';
import { packsLeft } from '../../rules/stock';
import { formatExactly } from '../../rules/unit_price';
import { packLabel } from '../../rules/weight';
import styles from './PackFacts.module.css';
import { type Labels, useLabels } from './use_labels';

/** The printed label of the next packs, for each available weight. Its space is reserved while it loads. */
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

/** The label of a weight. If it is unknown, a general text: a shop without stock data still sells. */
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
