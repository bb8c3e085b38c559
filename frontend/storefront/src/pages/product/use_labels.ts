import { useEffect, useState } from 'react';
import { listLabels } from '../../api/client';
import type { Label } from '../../api/types';

/** What is printed on the packs that are sold next, or why that is not known. */
export type Labels = readonly Label[] | 'loading' | 'unknown';

/** Asks for the labels of a product when its page is seen. */
export function useLabels(productId: string): Labels {
  const [labels, setLabels] = useState<Labels>('loading');
  useEffect(() => {
    let left = false;
    function show(told: Labels) {
      if (!left) setLabels(told);
    }
    listLabels(productId).then(show, () => show('unknown'));
    return () => {
      left = true;
    };
  }, [productId]);
  return labels;
}
