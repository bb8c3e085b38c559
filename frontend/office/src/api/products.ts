// Products as staff edit them, by the contract.
import { callUnaryMethod, useInfiniteQuery } from '@connectrpc/connect-query';
import type { Transport } from '@connectrpc/connect';
import {
  type FoundClaim,
  FoundClaimsSchema,
  ProductEditingService,
  type ProductState,
} from '#contract/shop/catalog/v1/product_editing_pb.js';
import { type Edited, productIn } from '../rules/products';
import { codeOf } from './errors';
import { paged } from './paged';
import { ContractError } from './transport';

const { getEditedProduct, listEditedProducts } = ProductEditingService.method;

/** Pages of products by a state and a part of a name. */
export const useProducts = (state: ProductState, query: string) =>
  useInfiniteQuery(listEditedProducts, { state, query, pageToken: '' }, paged);

/**
 * Reads the current product after a version conflict, because its texts do not fit into the error. Undefined for any other error, and if
 * it cannot be read.
 */
export async function productInConflict(
  transport: Transport,
  productId: string,
  error: unknown,
): Promise<Edited | undefined> {
  if (codeOf(error) !== 'PRODUCT_CHANGED') return undefined;
  return callUnaryMethod(transport, getEditedProduct, { productId })
    .then(productIn)
    .catch(() => undefined);
}

/** Returns the claims that staff must accept before the product is published; empty for any other error. */
export function claimsInTheWay(error: unknown): readonly FoundClaim[] {
  return (error instanceof ContractError && error.present(FoundClaimsSchema)?.claims) || [];
}
