import { useQuery } from '@connectrpc/connect-query';
import { StaffDirectoryService } from '#contract/shop/identity/v1/staff_pb.js';

/** Returns a function from staff id to name. An unknown id gives "a colleague". Names change rarely. */
export function useStaffNames(): (staffId?: string) => string {
  const names = useQuery(StaffDirectoryService.method.listStaffNames, {}, { staleTime: 300_000 }).data?.names;
  return (id) => names?.find(({ staffId }) => staffId === id)?.name ?? 'a colleague';
}
