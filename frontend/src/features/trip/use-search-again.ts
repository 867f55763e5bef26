import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bookingKey, searchAgain } from "@/api/bookings";

/** Nobody was found: looks once more, nearby or in a wider circle. */
export function useSearchAgain(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (how: "wait" | "widen") => searchAgain(id, how),
    onSuccess: (booking) => client.setQueryData(bookingKey(id), booking),
    onError: () => client.invalidateQueries({ queryKey: bookingKey(id) }),
  });
}
