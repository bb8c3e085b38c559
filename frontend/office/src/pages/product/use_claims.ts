import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormWatch } from 'react-hook-form';
import * as v from 'valibot';
import { claimsQuery } from '../../api/queries';
import type { Product, ProductClaim, ProductContent } from '../../api/types';
import { useMay } from '../../session/use_me';
import { type ContentValues, contentSchema } from './product_form';

/** The pause in typing before the texts are checked, in milliseconds. */
const QUIET_MS = 700;

/** Returns possible forbidden claims in the form's texts: those of the saved product, then those of the typed texts. */
export function useClaims(watch: UseFormWatch<ContentValues>, product?: Product): readonly ProductClaim[] {
  const mayWrite = useMay('products.write');
  const [content, setContent] = useState<ProductContent>();

  useEffect(() => {
    let timer = 0;
    const { unsubscribe } = watch((values) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const { success, output } = v.safeParse(contentSchema, values);
        if (success) setContent(output);
      }, QUIET_MS);
    });
    return () => {
      window.clearTimeout(timer);
      unsubscribe();
    };
  }, [watch]);

  const query = useQuery({ ...claimsQuery(content ?? EMPTY), enabled: mayWrite && content !== undefined });
  return (content && query.data) || product?.claims || NONE;
}

const NONE: readonly ProductClaim[] = [];
const EMPTY = {} as ProductContent;
