import { useEffect, useState } from 'react';
import { listLabels } from '../../api/client';
import type { Label } from '../../api/types';

/** The printed labels of the next packs, or why they are missing. */
export type Labels = readonly Label[] | 'loading' | 'unknown';

/** Fetches the labels of a product when its page is shown. */
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
