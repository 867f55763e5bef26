/** A cab from above, nose up, with its roof light; used for markers and canvas sprites. */
export interface CarColours {
  body: string;
  glass: string;
  rim: string;
  lamp: string;
}

export function carSvg({ body, glass, rim, lamp }: CarColours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 46" width="26" height="46"><path d="M13 1.500c5 0 8.300 1.700 9.300 5.700.8 3 1 8 1 15.300s-.2 12.400-1 16c-.9 4.200-4.300 6-9.300 6s-8.400-1.800-9.300-6c-.8-3.600-1-8.700-1-16s.2-12.300 1-15.300C4.700 3.200 8 1.500 13 1.500Z" fill="${body}" stroke="${rim}" stroke-width="2"/><path d="M6 15.500c4-2.300 10-2.300 14 0l-1.300 5.200c-3.600-1.300-7.800-1.300-11.400 0ZM7.300 35c3.600 1.100 7.800 1.100 11.400 0l1 4c-4 1.800-9.400 1.800-13.400 0Z" fill="${glass}"/><rect x="8" y="25.200" width="10" height="4.600" rx="1.600" fill="${lamp}"/></svg>`;
}
