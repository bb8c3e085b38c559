import { useQuery } from '@tanstack/react-query';
import { staffNamesQuery } from '../api/queries';

/** What colleagues are called, by their ids, within a sentence; whoever is not known is a colleague all the same. */
export function useStaffNames(): (staffId?: string) => string {
  const names = useQuery(staffNamesQuery).data;
  return (staffId) => names?.find(({ id }) => id === staffId)?.name ?? 'a colleague';
}
