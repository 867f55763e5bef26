import "altcha/workers/sha";
