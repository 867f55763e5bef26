/** The keys of the reports; each page fetches its own as a list. */
export const earningsReportKey = ["reports", "earnings"] as const;
export const driverEarningsReportKey = ["reports", "driver-earnings"] as const;
