import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries';
import { may, type Permission } from '../rules/permissions';

/** Whoever is signed in; `null` where nobody is. */
export function useMe() {
  return useQuery(meQuery).data ?? null;
}

/** Whether whoever is signed in may do something. */
export function useMay(permission: Permission): boolean {
  return may(useMe(), permission);
}
