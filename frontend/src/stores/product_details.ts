import { create } from 'zustand';
import { readProduct } from '../api/client';
import { ApiError } from '../api/errors';
import type { Product } from '../api/types';

const NOT_FOUND = 404;

/** What a product's page tells beyond its card, or why that is not there; by the product's id. */
export type Details = Product | 'loading' | 'failed' | 'missing';

export const useDetails = create<Readonly<Record<string, Details>>>(() => ({}));

/** Asks for a product's details, unless they are there or on their way. The store tells how that went. */
export async function loadDetails(id: string): Promise<void> {
  const known = useDetails.getState()[id];
  if (known && known !== 'failed') return;
  useDetails.setState({ [id]: 'loading' });
  try {
    useDetails.setState({ [id]: await readProduct(id) });
  } catch (error) {
    const missing = error instanceof ApiError && error.status === NOT_FOUND;
    useDetails.setState({ [id]: missing ? 'missing' : 'failed' });
  }
}
