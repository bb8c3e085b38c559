import { useQuery } from '@connectrpc/connect-query';
import { useEffect, useState } from 'react';
import type { UseFormWatch } from 'react-hook-form';
import * as v from 'valibot';
import { type FoundClaim, ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import type { Edited } from '../../rules/products';
import { useMay } from '../../session/use_me';
import { type Content, type ContentValues, contentSchema } from './product_form';

/** The pause in typing before the texts are checked, in milliseconds. */
const QUIET_MS = 700;

/** Returns possible forbidden claims in the form's texts: those of the saved product, then those of the typed texts. */
export function useClaims(watch: UseFormWatch<ContentValues>, product?: Edited): readonly FoundClaim[] {
  const mayWrite = useMay('products.write');
  const [content, setContent] = useState<Content>();

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

  const query = useQuery(ProductEditingService.method.checkClaims, content && { content }, {
    enabled: mayWrite && content !== undefined,
    // The result for the same texts never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return (content && query.data?.claims) || product?.claims || NONE;
}

const NONE: readonly FoundClaim[] = [];
