import { useQuery } from '@tanstack/react-query';
import { shopQuery } from '../api/queries';

/** What the shop is called; nothing while nobody has said. */
export function useShopName(): string {
  return useQuery(shopQuery).data?.facts.name ?? '';
}
