import { useQuery } from '@tanstack/react-query';
import { staffNamesQuery } from '../api/queries';

/** Returns a function from staff id to name. An unknown id gives "a colleague". */
export function useStaffNames(): (staffId?: string) => string {
  const names = useQuery(staffNamesQuery).data;
  return (staffId) => names?.find(({ id }) => id === staffId)?.name ?? 'a colleague';
}
