import "@fontsource/ibm-plex-sans-devanagari/devanagari-400.css";
import "@fontsource/ibm-plex-sans-devanagari/devanagari-500.css";
import "@fontsource/ibm-plex-sans-devanagari/devanagari-600.css";
import "@fontsource/ibm-plex-sans-devanagari/devanagari-700.css";
