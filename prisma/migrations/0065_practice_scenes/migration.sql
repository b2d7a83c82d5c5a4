-- A scene of the practice incident can be asked of the process that runs it, as the fix can.
ALTER TABLE practice_run DROP CONSTRAINT practice_run_wish_check;
ALTER TABLE practice_run
  ADD CONSTRAINT practice_run_wish_check CHECK (wish IN ('fix', 'break', 'stop', 'throttle', 'poison'));
