import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries';
import { may, type Permission } from '../rules/permissions';

/** Returns the signed-in staff member, or `null`. */
export function useMe() {
  return useQuery(meQuery).data ?? null;
}

/** Returns true if the signed-in staff member has the permission. */
export function useMay(permission: Permission): boolean {
  return may(useMe(), permission);
}
