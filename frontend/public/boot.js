// Before the first paint: the remembered colour scheme and direction, so that nothing flashes, and
// whether the page prepared in index.html (home, a visitor, English) is the one to show.
(() => {
  const root = document.documentElement;
  const scheme = localStorage.getItem("hansom.scheme");
  const dark =
    scheme === "light" || scheme === "dark"
      ? scheme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  const spoken = ["en", "ar"];
  const remembered = localStorage.getItem("hansom.language");
  const wished = [remembered, ...(navigator.languages || [])].map((tag) => (tag || "").split("-")[0]);
  const language = wished.find((tag) => spoken.includes(tag)) || "en";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";

  const role = localStorage.getItem("hansom.signed-in");
  const works = role === "driver" || role === "fleetadmin";
  if (location.pathname !== "/" || language !== "en" || works) {
    root.setAttribute("data-unprepared", "");
  }
})();
